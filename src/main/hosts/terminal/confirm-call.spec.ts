import { expect, test } from 'vitest';
import type { Confirmation } from '#contract/bridge/safety.ts';
import { fail } from '#contract/errors.ts';
import type { OptionName } from './command-table';
import { approve, confirming } from './confirm-call';

const confirmation: Confirmation = {
  id: '1',
  kind: 'confirm',
  name: 'Production',
  endpoint: 'users.update',
  effect: 'write',
  presence: null,
};

/** Options, and what the user enters; undefined in a pipe, null if the input ends. */
function means(options: { readonly [K in OptionName]?: string | true }, entered?: string | null) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return entered ?? null;
  };
  const text = (name: OptionName) => (typeof options[name] === 'string' ? options[name] : undefined);
  return {
    asked,
    options: { has: (name: OptionName) => options[name] !== undefined, text },
    terminal: { isInteractive: entered !== undefined, ask },
  };
}

test.each<[string, Partial<Confirmation>, Parameters<typeof means>, object]>([
  ['a confirmation by --yes', {}, [{ yes: true }], {}],
  ['a confirmation by the name', {}, [{ confirm: 'Production' }], {}],
  ['a confirmation by the user', {}, [{}, 'y'], {}],
  ['a name by --confirm', { kind: 'type' }, [{ confirm: 'Production' }], { typed: 'Production' }],
  ['a name by the user', { kind: 'type' }, [{}, ' Production '], { typed: ' Production ' }],
  ['a note by --note', { asksNote: true }, [{ yes: true, note: 'why' }], { note: 'why' }],
  ['a note by the user', { asksNote: true }, [{ yes: true }, 'why'], { note: 'why' }],
])('%s is enough', async (_name, more, given, entered) => {
  expect(await approve({ ...confirmation, ...more }, means(...given))).toEqual(entered);
});

test.each<[string, Partial<Confirmation>, Parameters<typeof means>, RegExp]>([
  ['nothing in a pipe', {}, [{}], /Use --yes/],
  ['no', {}, [{}, 'n'], /Not confirmed/],
  ['the end of the input', {}, [{}, null], /Use --yes/],
  ['another name', {}, [{ confirm: 'Staging', yes: true }], /isn’t “Production”/],
  ['--yes for a name', { kind: 'type' }, [{ yes: true }], /--yes isn’t enough/],
  ['another name that is typed', { kind: 'type' }, [{}, 'production'], /isn’t “Production”/],
  ['no note', { asksNote: true }, [{ yes: true }], /Use --note/],
  ['an empty note', { asksNote: true }, [{ yes: true, note: ' ' }], /Use --note/],
  ['presence by the system', { presence: 'system' }, [{ yes: true }, 'y'], /only the app can/],
  ['presence by the passphrase', { kind: 'presence', presence: 'passphrase' }, [{ yes: true }, 'y'], /only the app can/],
])('%s isn’t enough', async (_name, more, given, said) => {
  await expect(approve({ ...confirmation, ...more }, means(...given))).rejects.toThrow(said);
});

test('in a pipe, nothing is asked', async () => {
  const { asked, ...pipe } = means({});
  await expect(approve(confirmation, pipe)).rejects.toThrow();
  expect(asked).toEqual([]);
});

test('a call is repeated once it is confirmed, and other failures stay', async () => {
  const confirmed: unknown[] = [];
  const api = { safety: { confirm: async (input: unknown) => void confirmed.push(input) } } as never;
  let tries = 0;
  const call = async (input: unknown) => {
    tries += 1;
    if (tries === 1) throw fail('confirmation-required', { confirmation });
    return input;
  };
  const extend = confirming(api, means({ yes: true }));
  expect(await extend(call)('input')).toBe('input');
  expect(confirmed).toEqual([{ id: '1' }]);
  await expect(extend(async () => Promise.reject(fail('offline')))('input')).rejects.toMatchObject({ code: 'offline' });
});
