/** Whether a call's body is an object with one of the fields. */
export function hasField(body: unknown, fields: readonly string[]): boolean {
  return typeof body === 'object' && body !== null && fields.some((field) => Object.hasOwn(body, field));
}
