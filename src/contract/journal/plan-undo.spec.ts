/** What undoing each write sends, with the particulars of releases (docs/wire). */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import en from '#messages/en.json';
import type { UndoCase } from '#tests/support/samples/undo-cases.ts';
import { projectCases } from '#tests/support/samples/undo-cases-of-projects.ts';
import { userCases } from '#tests/support/samples/undo-cases-of-users.ts';
import { undoObstacles } from '../bridge/undo';
import type { Endpoint } from '../definitions';
import { features } from '../features';
import { catalog } from '../service/index';
import type { RecordedRule } from './journal-rule';
import { planUndo } from './plan-undo';
import { type UndoContext, undoLosses, undoRefusals } from './undo-plan';

const rules = new Map<string, RecordedRule>(
  Object.entries(catalog).flatMap(([group, rows]) =>
    Object.entries(rows).flatMap(([name, { journal }]: [string, Endpoint]): [string, RecordedRule][] =>
      journal === undefined || 'none' in journal ? [] : [[`${group}.${name}`, journal]],
    ),
  ),
);

function plan({ of, input, before, response, now, byAccount = false, without = [] }: Omit<UndoCase, 'sends'>) {
  const rule = rules.get(of);
  if (rule === undefined) throw new Error(of);
  const has: UndoContext['has'] = (feature) => features.includes(feature) && !without.includes(feature);
  return planUndo({ endpoint: of, rule, input, before, response }, { now, byAccount, has });
}

const user = { user_id: 'u' };
const cases = [...userCases, ...projectCases];

const endpointOf = (name: string): Endpoint | undefined => {
  const [group = '', row = ''] = name.split('.');
  return (catalog as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>)[group]?.[row];
};

/** Returns the fields that a schema doesn't have, and the required ones that are missing. */
function strangeFields(schema: z.ZodType | undefined, sent: object): string[] {
  const { properties = {}, required = [] } = (schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {}) as {
    properties?: object;
    required?: string[];
  };
  return [
    ...Object.keys(sent).filter((name) => !Object.hasOwn(properties, name)),
    ...required.filter((name) => !Object.hasOwn(sent, name)),
  ];
}

describe.each(cases)('$of $what', ({ sends, asks = [], losses = [], ...given }) => {
  test('sends what takes it back', () => {
    const planned = plan(given);
    if (typeof sends === 'string') expect(planned).toMatchObject({ possible: false, reason: sends });
    else expect(planned).toMatchObject({ possible: true, steps: sends, asks, losses });
    if (planned.possible) expect(planned.steps).toStrictEqual(sends);
  });

  test('sends inputs with the fields that the endpoint has', () => {
    const planned = plan(given);
    for (const step of planned.possible ? planned.steps : []) {
      const endpoint = endpointOf(step.endpoint);
      const variant = endpoint?.actors[given.byAccount ? 'account' : 'project'] ?? endpoint?.actors.account;
      expect(variant, step.endpoint).toBeDefined();
      const params = { ...step.params, ...(step.newId === undefined ? {} : { [step.newId]: 'new' }) };
      expect(strangeFields(endpoint?.params, params)).toEqual([]);
      expect(strangeFields(variant?.query, step.query ?? {})).toEqual([]);
      expect(strangeFields(variant?.body, step.body ?? {})).toEqual([]);
    }
  });
});

test('every write that can be undone has a row', () => {
  const undoable = [...rules].flatMap(([name, { undo }]) => ('none' in undo ? [] : [name]));
  expect([...new Set(cases.map(({ of }) => of))].sort()).toEqual(undoable.sort());
});

test('every other write says why it can’t be undone', () => {
  for (const [of, { undo }] of rules) {
    if ('none' in undo) expect(plan({ of, input: {}, before: {}, now: {} })).toEqual({ possible: false, reason: undo.none, rows: [] });
  }
});

test('each refusal and each loss has a text', () => {
  const texts = Object.keys(en).filter((key) => /^journal\.undo\.(refused|loss)\./.test(key));
  const wanted = [
    ...[...undoRefusals, ...undoObstacles].map((each) => `journal.undo.refused.${each}`),
    ...undoLosses.map((each) => `journal.undo.loss.${each}`),
  ];
  expect(texts.sort()).toEqual(wanted.sort());
});

describe('metadata', () => {
  const of = 'users.update';
  const body = { server_metadata: { plan: 'team', seats: 12, trial_ends: '2026-12-01', crm: 1 } };
  const before = { server_metadata: { plan: 'free', seats: 5, crm: 1 } };
  const now = { server_metadata: { plan: 'team', seats: 25, trial_ends: '2026-12-01', crm: 1, notes: 'x' } };

  test('are restored key by key, and what was changed since stays and is listed', () => {
    const planned = plan({ of, input: { params: user, body }, before, response: body, now });
    expect(planned.rows).toEqual([
      { path: ['server_metadata', 'plan'], was: 'free', isNow: 'team', willBe: 'free', effect: 'restored' },
      { path: ['server_metadata', 'seats'], was: 5, isNow: 25, willBe: 25, effect: 'kept', reason: 'changed-since' },
      { path: ['server_metadata', 'trial_ends'], was: undefined, isNow: '2026-12-01', willBe: undefined, effect: 'removed' },
    ]);
    expect(planned).toMatchObject({ steps: [{ body: { server_metadata: { plan: 'free', seats: 25, crm: 1, notes: 'x' } } }] });
  });

  test('of which all was changed since stay', () => {
    const planned = plan({ of, input: { params: user, body }, before, now: { server_metadata: { plan: 'a', seats: 1, crm: 1 } } });
    expect(planned).toMatchObject({ possible: false, reason: 'changed-since' });
  });

  test('that are as before are left alone, so that undoing twice changes nothing', () => {
    expect(plan({ of, input: { params: user, body }, before, now: before })).toEqual({ possible: false, reason: 'unchanged', rows: [] });
  });

  test('keep a key named __proto__ as a key', () => {
    const made = JSON.parse('{"server_metadata": {"__proto__": 1, "a": 2}}') as object;
    const planned = plan({ of, input: { params: user, body: made }, before: JSON.parse('{"server_metadata": {"a": 1}}'), now: made });
    expect(JSON.stringify(planned.possible && planned.steps[0]?.body)).toBe('{"server_metadata":{"a":1}}');
    expect(planned.rows).toHaveLength(2);
  });

  test('that aren’t objects are restored as a whole', () => {
    const planned = plan({
      of,
      input: { params: user, body: { server_metadata: [1] } },
      before: { server_metadata: 'x' },
      now: { server_metadata: [1] },
    });
    expect(planned).toMatchObject({ steps: [{ body: { server_metadata: 'x' } }] });
  });
});

test('a target that doesn’t exist, or wasn’t read, isn’t written', () => {
  const given = { of: 'users.update', input: { params: user, body: { display_name: 'B' } }, before: { display_name: 'A' } };
  expect(plan({ ...given, now: null })).toMatchObject({ reason: 'no-target' });
  expect(plan(given)).toMatchObject({ reason: 'unknown' });
});
