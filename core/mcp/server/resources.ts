import { ResourceNotFoundError, UriTemplate } from "@modelcontextprotocol/server";
import type {
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import type { McpAsking, McpResource } from "../../contract/index.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import type { Offers } from "./offers.ts";

export function resourceList({ resources }: Offers): Resource[] {
  return resources.map((resource) => ({ uri: resource.uri, ...facts(resource) }));
}

export function templateList({ templates }: Offers): ResourceTemplateType[] {
  return templates.map((template) => ({ uriTemplate: template.uri, ...facts(template) }));
}

function facts({ name, title, description, mimeType }: McpResource) {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/** @throws ResourceNotFoundError for a URI that nothing offers */
export async function readResource(
  offers: Offers,
  uri: string,
  { signal, client }: McpAsking,
  secrets: Secrets,
): Promise<ReadResourceResult> {
  const { resource, variables } = find(offers, uri);
  const read = await resource.read(uri, variables, { signal, client });
  const { mimeType } = resource;
  const named = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  const content =
    typeof read === "string"
      ? { ...named, text: secrets.mask(read) }
      : { ...named, blob: Buffer.from(read).toString("base64") };
  return { contents: [content] };
}

function find({ resources, templates }: Offers, uri: string) {
  const resource = resources.find((each) => each.uri === uri);
  if (resource !== undefined) return { resource, variables: {} };
  for (const template of templates) {
    const matched = new UriTemplate(template.uri).match(uri);
    if (matched === null) continue;
    const variables = Object.entries(matched).map(([name, value]) => [name, String(value)]);
    return { resource: template, variables: Object.fromEntries(variables) };
  }
  throw new ResourceNotFoundError(uri);
}
