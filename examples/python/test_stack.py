"""The real Pulumi engine deploys the program to the emulator."""

import pytest
from conftest import Emulator
from pulumi import automation


def test_a_deployment_without_free_gpus_leaves_no_pod_behind(emulator: Emulator, stack: automation.Stack) -> None:
    emulator.control("stock", {"gpu": "NVIDIA GeForce RTX 4090", "count": 0})

    with pytest.raises(automation.CommandError, match="capacity|no instances"):
        stack.up()

    assert emulator.state()["pods"] == []
    emulator.control("stock", {"gpu": "NVIDIA GeForce RTX 4090", "count": 4})


def test_the_stack_deploys_and_a_second_deployment_changes_nothing(emulator: Emulator, stack: automation.Stack) -> None:
    outputs = stack.up().outputs

    [pod] = emulator.state()["pods"]
    assert (pod["id"], pod["status"]) == (outputs["podId"].value, "RUNNING")
    assert list(stack.preview().change_summary) == ["same"]


def test_a_destroyed_stack_leaves_an_empty_account(emulator: Emulator, stack: automation.Stack) -> None:
    stack.destroy()

    state = emulator.state()
    assert (state["pods"], state["endpoints"], state["networkVolumes"]) == ([], [], [])
