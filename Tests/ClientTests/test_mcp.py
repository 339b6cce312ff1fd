"""`firebreak mcp` and the published client of the Model Context Protocol, as an agent uses it."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from emulator import FIREBREAK, REPOSITORY

mcp = pytest.importorskip("mcp", reason="the package `mcp` is not installed")
jsonschema = pytest.importorskip("jsonschema", reason="the package `jsonschema` is not installed")

from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402

MODES = ["auto", "legacy"]


@pytest.fixture
def pantry(tmp_path):
    folder = tmp_path / "pantry"
    shutil.copytree(REPOSITORY / "samples" / "pantry", folder, ignore=shutil.ignore_patterns(".firebreak"))
    return folder


def conversation(folder, talk, mode="auto", arguments=()):
    """Runs `talk(client)` against a server in the folder."""

    async def run():
        server = StdioServerParameters(command=str(FIREBREAK), args=["mcp", str(folder), *arguments], cwd=str(folder))
        async with Client(server, mode=mode) as client:
            return await talk(client)

    return asyncio.run(asyncio.wait_for(run(), 120))


def values(result):
    assert not result.is_error, result.content
    return result.structured_content


@pytest.mark.parametrize("mode", MODES)
def test_versions(pantry, mode):
    async def talk(client):
        return client.protocol_version, client.server_capabilities

    version, capabilities = conversation(pantry, talk, mode)
    assert version == {"auto": "2026-07-28", "legacy": "2025-11-25"}[mode]
    assert capabilities.tools is not None and capabilities.resources is not None and capabilities.prompts is not None


CALLS = {
    "check": {},
    "explain_query": {"query": "recipes where public == true limit 3", "as": "signed-in"},
    "suggest_indexes": {},
    "evaluate_rules": {"request": {"method": "get", "path": "/recipes/soup", "auth": {"uid": "ada"}}},
    "run_workload": {"variants": ["limit-20"]},
    "cost_of_diff": {"base": "before.json", "head": "before.json"},
    "list_requests": {},
    "explain_code": {"code": "FB2001"},
}


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_answers_by_its_schema(pantry, mode):
    async def talk(client):
        tools = (await client.list_tools()).tools
        return tools, {name: await client.call_tool(name, arguments) for name, arguments in CALLS.items()}

    import subprocess

    subprocess.run([FIREBREAK, "run", "-q", "--no-save", "-o", "json=before.json"], cwd=pantry, check=True)
    tools, answers = conversation(pantry, talk, mode)
    assert [tool.name for tool in tools] == list(CALLS)
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        jsonschema.validate(CALLS[tool.name], tool.input_schema)
        jsonschema.validate(values(answers[tool.name]), tool.output_schema)
        assert tool.annotations.read_only_hint
        assert answers[tool.name].content[0].text
    assert {finding["code"] for finding in values(answers["check"])["findings"]} >= {"FB2001", "FB4101"}
    assert values(answers["explain_query"])["rules"]["verdict"] == "allowed"
    assert values(answers["evaluate_rules"])["decision"] == "deny"
    assert {variant["name"] for variant in values(answers["run_workload"])["variants"]} == {"shipped", "limit-20"}
    assert not (pantry / ".firebreak").exists()


@pytest.mark.parametrize("mode", MODES)
def test_resources_and_prompts(pantry, mode):
    async def talk(client):
        listed = [str(resource.uri) for resource in (await client.list_resources()).resources]
        texts = {uri: (await client.read_resource(uri)).contents[0].text for uri in listed}
        templates = (await client.list_resource_templates()).resource_templates
        page = (await client.read_resource("firebreak://codes/FB2001")).contents[0].text
        prompts = (await client.list_prompts()).prompts
        filled = await client.get_prompt("make_query_cheap_and_allowed", {"query": "orders limit 1"})
        with pytest.raises(MCPError):
            await client.read_resource("file:///etc/passwd")
        with pytest.raises(MCPError):
            await client.get_prompt("make_query_cheap_and_allowed", {})
        return texts, templates, page, prompts, filled

    texts, templates, page, prompts, filled = conversation(pantry, talk, mode)
    assert "| FB2001 | error | missing-composite-index |" in texts["firebreak://codes"]
    assert texts["firebreak://docs/mcp"] == (REPOSITORY / "docs" / "mcp.md").read_text()
    assert json.loads(texts["firebreak://report"])["variants"] == []
    assert templates[0].uri_template == "firebreak://codes/{code}"
    assert page.startswith("## FB2001")
    assert [prompt.name for prompt in prompts] == ["make_query_cheap_and_allowed", "review_cost_of_change"]
    assert "orders limit 1" in filled.messages[0].content.text


def test_mistakes_are_told_to_the_model(pantry):
    async def talk(client):
        return [
            await client.call_tool("check", {"paths": ["../../secret"]}),
            await client.call_tool("check", {"paths": ["/etc/passwd"]}),
            await client.call_tool("explain_query", {"query": "orders where"}),
            await client.call_tool("suggest_indexes", {"write": True}),
        ]

    for answer in conversation(pantry, talk):
        assert answer.is_error and answer.content[0].text


def test_calls_at_the_same_time(pantry):
    async def talk(client):
        calls = [client.call_tool("explain_query", {"query": f"recipes limit {n}", "as": "admin"}) for n in range(1, 13)]
        return await asyncio.gather(*calls)

    for number, answer in enumerate(conversation(pantry, talk), 1):
        assert values(answer)["query"] == f"recipes limit {number}"


def test_the_saved_run_is_a_resource(pantry):
    async def talk(client):
        await client.call_tool("run_workload", {})
        return json.loads((await client.read_resource("firebreak://report")).contents[0].text)

    report = conversation(pantry, talk, arguments=["--allow-write"])
    assert report["workload"] == "pantry" and len(report["variants"]) == 2
