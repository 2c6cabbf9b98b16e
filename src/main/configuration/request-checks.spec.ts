import { expect, test } from 'vitest';
import { compareDocuments } from '#contract/configuration/compare-documents.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { planChanges } from '#contract/configuration/plan.ts';
import { newestFirst } from '#contract/query/user-query.ts';
import { newestKnownRelease } from '#contract/releases.ts';
import { configurationScene } from '#tests/support/main/configuration-scene.ts';
import { maxViewValueLength } from '../settings/view-state';
import { factsOf } from './read-project';
import { checkedPlan } from './request-checks';

/** Plans all that a document says, for the demo project. */
async function planOf(sections: Omit<ConfigurationDocument, 'version'>, present = 0, isRemoved = false) {
  const { read, document, has, profile } = await configurationScene(newestKnownRelease);
  profile.views = numbers(present).map((at) => ({ id: `view-${at}`, name: `old-${at}`, ...viewOf() })) as never;
  const [reading, target] = [await read(), await document()];
  const facts = factsOf(reading, has);
  const rows = compareDocuments({ base: null, source: { version: 1, ...sections }, target }, facts).flatMap((section) => section.rows);
  const chosen = rows.filter(({ kind }) => kind === 'added' || kind === 'changed' || (isRemoved && kind === 'removed'));
  return checkedPlan(planChanges(chosen, target, facts), reading);
}

const numbers = (count: number) => Array.from({ length: count }, (_each, at) => String(at + 1).padStart(2, '0'));
const viewOf = (own: object = {}) => ({ query: { op: 'and', of: [] }, order: newestFirst, columns: null, ...own });
const view = (own: object) => ({ people: viewOf(own) }) as never;
const newViews = (count: number) => Object.fromEntries(numbers(count).map((at) => [`new-${at}`, viewOf()])) as never;
/** A schema whose stored text has as many characters as JSON. */
const schemaOf = (length: number) => {
  const around = JSON.stringify(JSON.stringify({ description: '' }, null, 2)).length;
  return { client_metadata: { description: 'x'.repeat(length - around) } };
};

test.each<readonly [string, Omit<ConfigurationDocument, 'version'>, readonly string[], number]>([
  ['a schema that is too large', { metadata_schemas: schemaOf(maxViewValueLength + 1) }, ['too-large client_metadata'], 0],
  ['a view with a filter that there isn’t', { saved_views: view({ query: { field: 'shoe-size', is: 43 } }) }, ['not-accepted people'], 0],
  ['a view with more columns than are kept', { saved_views: view({ columns: numbers(61) }) }, ['not-accepted people'], 0],
  ['a view with a column whose ID is too long', { saved_views: view({ columns: ['x'.repeat(221)] }) }, ['not-accepted people'], 0],
  ['a view with an order that there isn’t', { saved_views: view({ order: { by: 'shoe-size' } }) }, ['not-accepted people'], 0],
  ['more views than are kept', { saved_views: newViews(52) }, ['too-many-views new-51', 'too-many-views new-52'], 0],
  ['a view for which there is no room', { saved_views: newViews(2) }, ['too-many-views new-02'], 49],
])('%s keeps everything from being sent', async (_name, sections, expected, present) => {
  const { steps, refusals } = await planOf(sections, present);
  expect(refusals.map(({ reason, key }) => `${reason} ${key}`)).toEqual(expected);
  expect(steps).toEqual([]);
});

test('what fits is planned as it is', async () => {
  const { steps, refusals } = await planOf({ metadata_schemas: schemaOf(maxViewValueLength), settings: { description: 'New' } });
  expect([steps.map(({ kind }) => kind), refusals]).toEqual([['update-project', 'set-schema'], []]);
});

test('views that are deleted make room for those that take their place', async () => {
  const { steps, refusals } = await planOf({ saved_views: newViews(50) }, 50, true);
  expect(refusals).toEqual([]);
  expect(steps.map(({ kind }) => kind)).toEqual([...Array(50).fill('delete-view'), ...Array(50).fill('save-view')]);
});
