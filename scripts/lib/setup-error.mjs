/** Setting up failed for a reason that its message says in full. */
export class SetupError extends Error {}
