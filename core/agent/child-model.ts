import type { Board } from "../board/board.ts";
import type { AgentOptions } from "./api.ts";
import type { ModelHandle } from "./models/model.ts";

/**
 * The model of a child: what its profile names, if that is another one than its parent's profile names; else its parent's.
 * A recording holds its children's replies too, so under one there is no other.
 */
export async function childModel(
  parent: { readonly model: ModelHandle; readonly board: Board },
  child: { readonly board: Board; readonly message: string },
  openModel: AgentOptions["openModel"],
): Promise<ModelHandle> {
  const { name, model } = child.board.profile;
  const same = model === null || model === parent.board.profile.model;
  if (same || parent.model.id.startsWith("replay/")) {
    return parent.model.child({ profile: name, message: child.message });
  }
  if (openModel) return openModel(model, child.board);
  const models = await import("./models/open-model.ts");
  return models.openModel(model, process.env, { board: child.board });
}
