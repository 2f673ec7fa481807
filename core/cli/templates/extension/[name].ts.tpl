import { defineExtension } from "pegboard";

// {{point_meaning}}
export default defineExtension("{{point}}", (_event, { log }) => {
  log.debug("{{point}}: {{name}}");
});
