/** A mistake in the options, as one sentence. */
export class InvalidOptions extends Error {}
