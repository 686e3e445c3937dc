"""Sections, the lead and the footer of an email, as text and as HTML."""

from games.mail.content.render import render_email
from games.mail.content.section import EmailContent, Fact, FooterLink, Section, SectionLink, join_in_one_cell
from tests.helpers.messages import mail as messages


def render(*sections, **more):
    content = EmailContent(
        subject="News",
        title="News",
        heading="News of the day",
        text_heading="Our table",
        why="You sit there.",
        sections=sections,
        **more,
    )
    message = render_email(content, {}, to="ann@example.org", language="en")
    return message.body, message.alternatives[0][0]


def test_a_section_for_one_part_is_not_in_the_other():
    text, html = render(
        Section(only="text", paragraphs=["Open the link."]),
        Section(only="html", paragraphs=["Press the button."]),
    )
    assert "Open the link." in text
    assert "Press the button." not in text
    assert "Press the button." in html
    assert "Open the link." not in html


def test_a_link_in_a_paragraph_is_in_the_text_only_with_a_label_for_it():
    ways = [SectionLink("Here", "http://a/"), SectionLink("There", "http://b/", text_label="There:")]
    text, html = render(Section(paragraphs=["Two ways."], inline_links=ways))
    assert "Two ways.\nThere:\nhttp://b/\n" in text
    assert "http://a/" not in text
    assert 'href="http://a/"' in html


def test_an_action_says_whether_one_has_to_sign_in():
    ways = [SectionLink("Vote", "http://a/"), SectionLink("Look", "http://b/", needs_sign_in=True)]
    text, html = render(Section(links=ways))
    assert "\nVote:\nhttp://a/\n\nLook:\nhttp://b/\n" in text
    assert html.index("Vote") < html.index(messages.NEED_NOT_SIGN_IN) < html.index(messages.IF_SIGNED_IN)


def test_facts_have_names_and_sections_headings():
    text, html = render(Section(heading="The table", facts=[Fact("Pace:", "a move a day", "It takes long.")]))
    assert f"THE TABLE\n{'-' * 72}\nPace: a move a day\nIt takes long.\n" in text
    assert "<b>Pace:</b> a move a day. It takes long." in html


def test_sections_that_share_a_cell_stand_in_one_row():
    one, other = join_in_one_cell([Section(paragraphs=["One."]), Section(paragraphs=["Other."])])
    _text, html = render(one, other)
    assert "</td>" not in html[html.index("One.") : html.index("Other.")]


def test_what_people_write_is_text_and_no_html():
    _text, html = render(Section(paragraphs=["<i>Tom & Ann</i> ask."], strong="Tom & Ann"))
    assert "&lt;i&gt;<b>Tom &amp; Ann</b>&lt;/i&gt; ask." in html


def test_a_link_of_the_footer_may_have_another_label_in_the_text():
    links = [FooterLink("Rules", "http://r/"), FooterLink("Not me", "http://n/", "Was it somebody else?")]
    text, html = render(footer_links=links)
    assert "-- \nYou sit there.\nRules:\nhttp://r/\nWas it somebody else?\nhttp://n/\n" in text
    assert "Was it somebody else?" not in html
