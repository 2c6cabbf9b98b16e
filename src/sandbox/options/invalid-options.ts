/** Thrown for invalid options, with a sentence for the user. */
export class InvalidOptions extends Error {}
