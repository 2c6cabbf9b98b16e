/** Parts of the stored users, taken out where they are stored: what isn't needed doesn't cross to the app. */
import type { UserField } from '#contract/workers/library.ts';

/** Who a user is, which each reader needs. */
const identity: readonly UserField[] = ['id', 'primary_email', 'display_name'];

/**
 * Returns the SQL expression for the JSON of a user, as `b.json`, with only these fields and who it is. A field that the user doesn't have stays missing. What SQLite can't
 * parse, such as metadata that is nested too deeply for it, is returned whole.
 */
export function partOfJson(fields: readonly UserField[]): string {
  const parts = [...new Set([...identity, ...fields])].map((field) => `coalesce(',"${field}":' || (b.json -> '$.${field}'), '')`);
  return `CASE WHEN json_valid(b.json) THEN '{' || substr(${parts.join(' || ')}, 2) || '}' ELSE b.json END`;
}
