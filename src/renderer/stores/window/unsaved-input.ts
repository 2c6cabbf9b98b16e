/** The parts of a screen with input that isn't saved. */
const parts = new Set<symbol>();

/** Registers a part with unsaved input, until the returned function is called. */
export function registerUnsavedInput(): () => void {
  const part = Symbol('unsaved input');
  parts.add(part);
  return () => void parts.delete(part);
}

/** Whether any part of the screen has unsaved input. */
export function hasUnsavedInput(): boolean {
  return parts.size > 0;
}
