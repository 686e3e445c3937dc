"""compose.yaml and the Dockerfile say nothing that is not there, and publish nothing to strangers."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.bin.beat import beat
from celery.bin.worker import worker
from django.conf import settings
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = {
    name: yaml.safe_load((ROOT / name).read_text()) for name in ("compose.yaml", "compose.rabbitmq.yaml")
}
SERVICES: dict[str, dict[str, Any]] = FILES["compose.yaml"]["services"]
OURS = {name: one for name, one in SERVICES.items() if "build" in one}
COMMANDS = {name: shlex.split(one["command"]) for name, one in OURS.items()}
EXAMPLE = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
FOR_OTHERS = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "RABBITMQ_PASSWORD"}
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def all_services() -> list[tuple[str, dict[str, Any]]]:
    return [(name, one) for file in FILES.values() for name, one in file["services"].items()]


def test_web_worker_and_beat_are_there():
    assert {"web", "worker", "clock", "beat", "migrate", "postmaster"} == set(OURS)
    assert int(COMMANDS["web"][COMMANDS["web"].index("--workers") + 1]) > 1
    assert SERVICES["worker"]["deploy"]["replicas"] > 1
    assert "deploy" not in SERVICES["beat"]


def test_every_image_has_a_version():
    images = [one["image"] for _name, one in all_services() if "image" in one]
    images += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(images) >= 5
    for image in images:
        assert re.search(r":(\$\{\w+:-)?\d", image), image
        assert "latest" not in image


def test_nothing_is_published_beyond_this_machine():
    ports = [port for _name, one in all_services() for port in one.get("ports", [])]
    assert len(ports) == 2
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert not any("network_mode" in one for _name, one in all_services())


@pytest.mark.parametrize("name", ["migrate", "postmaster"])
def test_what_is_called_is_a_command_of_ours(name):
    python, manage, command, *words = COMMANDS[name]
    assert (python, manage) == ("python", "manage.py")
    parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
    parser.parse_args(words)


@pytest.mark.parametrize(("name", "command"), [("worker", worker), ("clock", worker), ("beat", beat)])
def test_celery_knows_its_options(name, command):
    celery, app, house, called, *words = COMMANDS[name]
    assert (celery, app, house, called) == ("celery", "--app", "citadels", command.name)
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


def test_every_queue_has_somebody_who_takes_from_it_and_the_clock_has_its_own():
    data = {
        name: words[words.index("--queues") + 1] for name, words in COMMANDS.items() if "--queues" in words
    }
    assert data == {"worker": "work", "clock": "clock"}
    assert {queue.alias for queue in settings.CELERY_TASK_QUEUES} == set(data.values())


def called_by_the_image() -> list[str]:
    return [word.strip(' "') for word in re.search(r"^CMD \[(.+)\]$", DOCKERFILE, re.MULTILINE)[1].split(",")]


@pytest.mark.parametrize("words", [COMMANDS["web"], called_by_the_image()], ids=["compose", "image"])
def test_gunicorn_starts_like_this_in_production(words, tmp_path):
    environ = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "citadels.settings.production",
        "SECRET_KEY": "kJ8s-2mVx0Qd7tRz5wYb9LcN4hGf6PaE3uXi1oTq_SgW8yZe5v",
        "ALLOWED_HOSTS": "play.example.org",
        "EMAIL_URL": "smtp://mail.example.org",
        "DATABASE_URL": "postgres://citadels:x@postgres:5432/citadels",
    }
    command = [sys.executable, "-m", *words, "--check-config"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_setting_is_documented():
    text = (ROOT / "docs/settings.md").read_text()
    given = {name for _name, one in all_services() if _name in OURS for name in one.get("environment", {})}
    given |= set(EXAMPLE) - FOR_OTHERS
    assert len(given) >= 12
    assert [name for name in sorted(given) if f"`{name}`" not in text] == []


def test_secrets_come_from_the_file_that_is_not_shared():
    text = "".join((ROOT / name).read_text() for name in FILES)
    assert set(re.findall(r"\$\{(\w+):\?", text)) == FOR_OTHERS <= set(EXAMPLE)
    assert all(one["env_file"] == ".env" for one in OURS.values())
    assert not EXAMPLE["SECRET_KEY"]
    for name in (".gitignore", ".dockerignore"):
        assert ".env" in (ROOT / name).read_text().splitlines()


def test_rabbitmq_replaces_the_broker_of_all_who_use_one():
    result = FILES["compose.rabbitmq.yaml"]["services"]
    for name in set(OURS) - {"migrate"}:
        assert result[name]["environment"]["BROKER_URL"].startswith("amqp://")
        assert SERVICES[name]["environment"]["BROKER_URL"].startswith("redis://")


def test_whoever_reaches_redis_needs_its_password():
    assert "--requirepass" in shlex.split(SERVICES["redis"]["command"])
    for name in set(OURS) - {"migrate"}:
        environment = SERVICES[name]["environment"]
        assert environment["BROKER_URL"].startswith("redis://:${REDIS_PASSWORD:?")
        assert environment["CACHE_URL"].startswith("redis://:${REDIS_PASSWORD:?")
