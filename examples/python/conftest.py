"""Fixtures for tests that need no account: the emulator is a local RunPod."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from pulumi import automation


@dataclass
class Emulator:
    url: str

    def state(self) -> dict[str, Any]:
        """The resources of the account."""
        with urlopen(f"{self.url}/_emulator/state") as answer:
            account: dict[str, Any] = json.load(answer)
            return account

    def control(self, path: str, body: dict[str, Any]) -> None:
        """A control call, such as `stock` or `faults`."""
        data = json.dumps(body).encode()
        urlopen(Request(f"{self.url}/_emulator/{path}", data, {"content-type": "application/json"})).close()


@pytest.fixture(scope="session")
def emulator() -> Iterator[Emulator]:
    command = ["podwright", "emulator", "--port", "0", "--provision", "50ms", "--start", "50ms"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert address is not None
        yield Emulator(address.group())
        process.terminate()


@pytest.fixture(scope="session")
def stack(emulator: Emulator, tmp_path_factory: pytest.TempPathFactory) -> automation.Stack:
    settings = {
        "PODWRIGHT_API_KEY": "emulator-key",
        "PODWRIGHT_BASE_URL": emulator.url,
        "PODWRIGHT_SERVERLESS_URL": emulator.url,
        # Shortens the pauses of the provider. Never set it for RunPod.
        "PODWRIGHT_TIME_SCALE": "0.05",
        "PULUMI_BACKEND_URL": tmp_path_factory.mktemp("state").as_uri(),
        "PULUMI_CONFIG_PASSPHRASE": "test",
    }
    options = automation.LocalWorkspaceOptions(env_vars=settings)
    created = automation.create_or_select_stack("test", work_dir=str(Path(__file__).parent), opts=options)
    created.set_config("protectVolumes", automation.ConfigValue("false"))
    return created
