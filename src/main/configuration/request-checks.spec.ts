import { expect, test } from 'vitest';
import { compareDocuments } from '#contract/configuration/compare-documents.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { planChanges } from '#contract/configuration/plan.ts';
import { newestKnownRelease } from '#contract/releases.ts';
import { configurationScene } from '#tests/support/main/configuration-scene.ts';
import { maxViewValueLength } from '../settings/view-state';
import { factsOf } from './read-project';
import { checkedPlan } from './request-checks';

/** Plans all that a document says, for the demo project. */
async function planOf(sections: Omit<ConfigurationDocument, 'version'>) {
  const { read, document, has } = await configurationScene(newestKnownRelease);
  const [reading, target] = [await read(), await document()];
  const facts = factsOf(reading, has);
  const rows = compareDocuments({ base: null, source: { version: 1, ...sections }, target }, facts).flatMap((section) => section.rows);
  const chosen = rows.filter(({ kind }) => kind === 'added' || kind === 'changed');
  return checkedPlan(planChanges(chosen, target, facts), reading);
}

const view = (query: unknown) => ({ people: { query, order: { by: 'signed-up', direction: 'desc' }, columns: null } }) as never;
/** A schema whose stored text has as many characters as JSON. */
const schemaOf = (length: number) => {
  const around = JSON.stringify(JSON.stringify({ description: '' }, null, 2)).length;
  return { client_metadata: { description: 'x'.repeat(length - around) } };
};

test.each<readonly [string, Omit<ConfigurationDocument, 'version'>, readonly string[]]>([
  ['a schema that is too large', { metadata_schemas: schemaOf(maxViewValueLength + 1) }, ['too-large client_metadata']],
  ['a view with a filter that there isn’t', { saved_views: view({ field: 'shoe-size', is: 43 }) }, ['not-accepted people']],
])('%s keeps everything from being sent', async (_name, sections, expected) => {
  const { steps, refusals } = await planOf(sections);
  expect(refusals.map(({ reason, key }) => `${reason} ${key}`)).toEqual(expected);
  expect(steps).toEqual([]);
});

test('what fits is planned as it is', async () => {
  const { steps, refusals } = await planOf({ metadata_schemas: schemaOf(maxViewValueLength), settings: { description: 'New' } });
  expect([steps.map(({ kind }) => kind), refusals]).toEqual([['update-project', 'set-schema'], []]);
});
