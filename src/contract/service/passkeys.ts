/** Passkey registration and sign-in (endpoints 1.5, flows 4). */
export const passkeys = {};
