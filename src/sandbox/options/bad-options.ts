/** A mistake in the options, as one sentence. */
export class BadOptions extends Error {}
