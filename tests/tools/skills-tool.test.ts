import { describe, expect, test } from "vitest";
import { bundled } from "../support/bundled.ts";

const skill = (front: string, body = "Do it.") => `---\n${front}\n---\n${body}\n`;

const FILES = {
  "skills/trip/SKILL.md": skill(
    "name: trip\ndescription: Plans a trip by train.\nallowed-tools: read_file shell(git:*) fetch_url",
    "# Trip\n\nLook at [places](places.md).",
  ),
  "skills/trip/places.md": "Oslo\n",
  "skills/trip/data/list.csv": "a,b\n",
  "skills/broken/SKILL.md": "---\nname: broken\ndescription: Never closed.\n",
  "skills/nameless/SKILL.md": skill("name: nameless"),
  "usr/plugins/mine/skills/soup/SKILL.md": skill("name: soup\ndescription: Cooks soup."),
  "secret.txt": "no\n",
};

describe("skills_tool", () => {
  test("lists the skills of all layers; one that can not be read is left out, each time with file and line", async () => {
    const house = bundled(FILES);
    for (let scan = 0; scan < 2; scan += 1) {
      const { message, status } = await house.call("skills_tool:list");
      expect(status).toBe("ok");
      expect(message).toContain("- trip: Plans a trip by train.");
      expect(message).toContain("- soup: Cooks soup.");
      expect(message).not.toMatch(/^- (?:broken|nameless)/m);
      expect(message.match(/Left out: skills\/broken\/SKILL\.md:1/g)).toHaveLength(1);
      expect(message).toContain("Left out: nameless/SKILL.md (.)");
    }
  });

  test("searches names and descriptions", async () => {
    const house = bundled(FILES);
    const find = async (query: string) =>
      (await house.call("skills_tool:search", { query })).message.match(/^- [a-z-]+/gm) ?? [];
    expect(await find("TRAIN trip")).toEqual(["- trip"]);
    expect(await find("soup train")).toEqual([]);
  });

  test("loads the text with its files and the tools it allows", async () => {
    const { message } = await bundled(FILES).call("skills_tool:load", { name: "trip" });
    expect(message).toContain("# Trip");
    expect(message).toContain("- data/list.csv\n- places.md");
    expect(message).toContain("these tools alone: read_file, shell(git:*), fetch_url.");
    expect(message).toContain("allows nothing that a person has to allow");
  });

  test("a skill that is not there is an error that names those that are", async () => {
    const result = await bundled(FILES).call("skills_tool:load", { name: "../trip" });
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).toMatch(/There is no skill "\.\.\/trip"\. There are: .*trip/);
  });

  test("a higher layer's skill of the same name wins, with its own files alone", async () => {
    const house = bundled({
      ...FILES,
      "usr/skills/trip/SKILL.md": skill("name: trip\ndescription: By bike."),
      "usr/skills/trip/bike.md": "Bike.\n",
    });
    const { message } = await house.call("skills_tool:load", { name: "trip" });
    expect(message).toContain("- bike.md");
    expect(message).not.toContain("places.md");
    const lower = await house.call("skills_tool:read_file", { name: "trip", path: "places.md" });
    expect(lower.status).toBe("error");
  });

  test("reads the files of a skill, and nothing else by whatever path", async () => {
    const house = bundled(FILES);
    house.workspace.link("skills/trip/outside.md", "/etc/hostname");
    house.workspace.write({ "skills/trip/bytes.bin": "" });
    const read = (path: string) => house.call("skills_tool:read_file", { name: "trip", path });
    expect((await read("places.md")).message).toBe("Oslo\n");
    expect((await read("./data/list.csv")).message).toBe("a,b\n");
    for (const path of [
      "../../secret.txt",
      "../trip/places.md",
      "/etc/hostname",
      house.workspace.path("secret.txt"),
      "outside.md",
      "..",
      "data",
      "data/../places.md",
      "places.md\0",
      "PLACES.MD",
      "C:\\secret.txt",
      "..\\..\\secret.txt",
      "%2e%2e/secret.txt",
      "__proto__",
    ]) {
      const result = await read(path);
      expect([path, result.status]).toEqual([path, "error"]);
      expect(result.message).toContain("has no file");
    }
  });
});
