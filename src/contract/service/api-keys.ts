/** Keys of users, teams and projects (endpoints 8 and 9.1, flows 16). */
export const apiKeys = {};
