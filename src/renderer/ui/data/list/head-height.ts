/** The height of a list's head in pixels, with the line below it. */
export const headHeight = 30;
