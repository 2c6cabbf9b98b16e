/** OAuth and connected accounts (endpoints 2, flows 5). */
export const oauth = {};
