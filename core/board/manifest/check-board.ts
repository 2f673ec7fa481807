import type { IgnoredFile, LayerKind, Plugin, ToolStatus } from "../board.ts";
import { isMapping } from "../mapping.ts";
import { APPROVAL_MODES, DEFAULT_LIMITS } from "../profile.ts";
import type { ApprovalMode, Profile } from "../profile.ts";
import { isData, isListOf, isOneOf, isPath, isTextOrNull } from "./check.ts";

const LAYER_KINDS: readonly LayerKind[] = [
  "user-profile",
  "user-plugin-profile",
  "plugin-profile",
  "profile",
  "user",
  "user-plugin",
  "plugin",
  "root",
];

const STATUSES: readonly ToolStatus[] = ["ok", "failed", "denied", "disabled"];

export function isLayerKind(value: unknown): value is LayerKind {
  return isOneOf(LAYER_KINDS, value);
}

export function isToolStatus(value: unknown): value is ToolStatus {
  return isOneOf(STATUSES, value);
}

export function isIgnoredFile(value: unknown): value is IgnoredFile {
  return isMapping(value) && isText(value["file"]) && isText(value["reason"]);
}

export function isPlugin(value: unknown): value is Plugin {
  if (!isMapping(value)) return false;
  const { name, dir, origin, title, description, version, disabledBy, settings } = value;
  return (
    isText(name) &&
    isPath(dir) &&
    isOneOf(["user", "workspace", "package"], origin) &&
    isText(title) &&
    isText(description) &&
    isTextOrNull(version) &&
    typeof value["alwaysEnabled"] === "boolean" &&
    typeof value["enabled"] === "boolean" &&
    isTextOrNull(disabledBy) &&
    isData(settings) &&
    typeof value["isolate"] === "boolean"
  );
}

export function isProfile(value: unknown): value is Profile {
  if (!isMapping(value)) return false;
  const { name, title, description, context, model, tools, tool_calls, role, file } = value;
  return (
    [name, title, description, context, role].every(isText) &&
    isListOf(value["extends"], isText) &&
    isTextOrNull(model) &&
    (tools === null || isListOf(tools, isText)) &&
    isOneOf(["native", "text"], tool_calls) &&
    areApprovals(value["approvals"]) &&
    areLimits(value["limits"]) &&
    isPath(file)
  );
}

function areApprovals(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { read, write, tools } = value;
  return isMode(read) && isMode(write) && isMapping(tools) && Object.values(tools).every(isMode);
}

function isMode(value: unknown): value is ApprovalMode {
  return isOneOf(APPROVAL_MODES, value);
}

function areLimits(value: unknown): boolean {
  return (
    isMapping(value) && Object.keys(DEFAULT_LIMITS).every((key) => typeof value[key] === "number")
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
