/** CLI login (endpoints 1.7, flows 12). */
export const cli = {};
