import { statSync } from "node:fs";
import { join } from "node:path";
import { chooseModel, openModel } from "../../agent/models/open-model.ts";
import { configureProvider } from "../../agent/models/providers.ts";
import type { Board } from "../../board/board.ts";
import { ProfileError } from "../../board/agent-file.ts";
import { findWorkspace } from "../../board/workspace.ts";
import { SECRETS_FILE, readSecrets } from "../../dispatch/secrets/load.ts";
import type { Invocation } from "../command.ts";
import { hintOf } from "../fault.ts";
import { counted } from "../output/counted.ts";
import { openWorkspace } from "../open-workspace.ts";
import { reasonOf } from "../output/reason.ts";
import { packageManifest } from "../package-manifest.ts";

export type Check = {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly message: string;
  readonly hint: string | null;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks at all that must be right for an agent to work. What is wrong is in the checks; it does not throw for it. */
export async function examine(
  { root, profile, option, err }: Pick<Invocation, "root" | "profile" | "option" | "err">,
  env: Environment,
): Promise<Check[]> {
  const { version } = packageManifest();
  const checks = [checkNode(process.versions.node), ok("pegboard", version)];
  let board: Board;
  try {
    const found = await findWorkspace({ root });
    checks.push(ok("workspace", found));
    const unreadable = await checkReadable(found);
    // What tools say when they are loaded could not be masked, so they are not.
    if (unreadable) return [...checks, unreadable];
    board = await openWorkspace({ root, profile, err });
  } catch (error) {
    if (error instanceof ProfileError) return [...checks, failed("profile", error)];
    return [...checks.filter(({ name }) => name !== "workspace"), failed("workspace", error)];
  }
  return [
    ...checks,
    ok("profile", `${board.profile.name} (${board.relative(board.profile.file)})`),
    await checkModel(board, option("model"), env),
    ...checkTools(board),
    ...absentServers(board),
    ...replacedPlugins(board),
    ...checkDiagnostics(board),
    await checkSecrets(board.root),
  ];
}

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return ok("node", version);
  return {
    name: "node",
    status: "fail",
    message: `${version} is too old`,
    hint: "Install Node.js 20.19 or newer.",
  };
}

async function checkModel(
  board: Board,
  option: string | undefined,
  env: Environment,
): Promise<Check> {
  const choice = chooseModel({ option, env, profile: board.profile });
  if (choice.from === "default") {
    return {
      name: "model",
      status: "warn",
      message: "none is configured; chat plays a recorded conversation",
      hint: env["PEGBOARD_BASE_URL"]
        ? "PEGBOARD_BASE_URL is set: PEGBOARD_MODEL=compatible/<model> asks that server."
        : "Set PEGBOARD_MODEL=provider/model, or `model:` in the profile.",
    };
  }
  try {
    await openModel(choice.id, env, { board });
  } catch (error) {
    return failed("model", error);
  }
  const from = { option: "--model", environment: "PEGBOARD_MODEL", profile: "the profile" };
  const provider = choice.id.slice(0, choice.id.indexOf("/"));
  const address = addressOf(provider, env);
  const told = `${choice.id} (from ${from[choice.from]})${address === null ? "" : `, asked at ${address}`}`;
  if (env["PEGBOARD_BASE_URL"] && provider !== "compatible") {
    return {
      name: "model",
      status: "warn",
      message: `${told}; PEGBOARD_BASE_URL is set and not used`,
      hint: `Only compatible/<model> uses PEGBOARD_BASE_URL. See docs/models.md for the variable of ${provider}.`,
    };
  }
  return ok("model", told);
}

/** Where requests would go, without a password; null where none are sent. */
function addressOf(provider: string, env: Environment): string | null {
  if (provider === "replay") return null;
  const { address } = configureProvider(provider, env);
  if (address === null) return "the provider's own address";
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function checkTools({ tools, relative }: Board): Check[] {
  const count = (status: string): number => tools.filter((tool) => tool.status === status).length;
  const kinds = ["ok", "failed", "denied", "disabled"].filter((kind) => count(kind) > 0);
  const summary = kinds.map((kind) => `${count(kind)} ${kind}`).join(", ");
  // A server that is not there has a line of its own.
  const broken = tools.filter(({ status, id }) => status === "failed" && !id.startsWith("mcp:"));
  return [
    {
      name: "tools",
      status: count("ok") > 0 ? "ok" : "warn",
      message: summary === "" ? "none" : summary,
      hint: count("ok") > 0 ? null : "`npx pegboard new tool hello` makes one.",
    },
    ...broken.map(({ name, file, error }): Check => {
      const { reason, place } = reasonOf(error ?? "failed", file === null ? null : relative(file));
      const message = `${name} (${place ?? "no file"}): ${reason}`;
      return { name: "tool", status: "fail", message, hint: null };
    }),
  ];
}

function absentServers({ diagnostics }: Board): Check[] {
  return diagnostics
    .filter(({ code }) => code === "mcp/unreachable")
    .map(({ message, hint }) => ({ name: "server", status: "warn", message, hint }));
}

function replacedPlugins({ diagnostics }: Board): Check[] {
  return diagnostics
    .filter(({ code }) => code === "plugin/replaced")
    .map(({ message }) => ok("plugin", message));
}

function checkDiagnostics({ diagnostics }: Board): Check[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (errors + warnings === 0)
    return [ok("findings", "none on the board; `npx pegboard check` also compares the documents")];
  // A contract that is not there keeps nothing from running; `check` holds people to it.
  const broken = diagnostics.some(
    ({ code, severity }) => severity === "error" && !code.startsWith("dox/"),
  );
  return [
    {
      name: "findings",
      status: broken ? "fail" : "warn",
      message: `${counted(errors, "error")}, ${counted(warnings, "warning")}`,
      hint: "`npx pegboard list` shows them.",
    },
  ];
}

/** @returns null where there are none, or they can be read */
async function checkReadable(root: string): Promise<Check | null> {
  try {
    await readSecrets(root);
    return null;
  } catch (error) {
    return failed("secrets", error);
  }
}

async function checkSecrets(root: string): Promise<Check> {
  const stat = statSync(join(root, SECRETS_FILE), { throwIfNoEntry: false });
  if (!stat) return ok("secrets", `none; they would be in ${SECRETS_FILE}`);
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) {
    return {
      name: "secrets",
      status: "fail",
      message: `${SECRETS_FILE} can be read by other users of this machine`,
      hint: `Run: chmod 600 ${SECRETS_FILE}`,
    };
  }
  const { values } = await readSecrets(root);
  return ok("secrets", `${SECRETS_FILE}: ${values.size} of them, for you alone`);
}

function ok(name: string, message: string): Check {
  return { name, status: "ok", message, hint: null };
}

function failed(name: string, error: unknown): Check {
  const message = error instanceof Error ? error.message : String(error);
  return { name, status: "fail", message, hint: hintOf(error) };
}
