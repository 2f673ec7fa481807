/** How messages that say what to type next call this command: what works in a clone, in a project, and for who came by npx. */
export const OWN_NAME = "npx pegboard";
