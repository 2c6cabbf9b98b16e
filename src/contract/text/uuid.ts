const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, as the IDs of users, teams, and most other objects of the service are. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
