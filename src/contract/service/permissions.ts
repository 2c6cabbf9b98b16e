/** Permissions and their definitions (endpoints 6, flows 17). */
export const permissions = {};
