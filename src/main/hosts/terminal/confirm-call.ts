/** Confirmations of calls in the terminal: by options, or by asking the user. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { Client } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import { TerminalError } from './exit-code';
import type { LineOptions } from './parse-line';
import type { Terminal } from './terminal';

interface Means {
  readonly options: Pick<LineOptions, 'has' | 'text'>;
  readonly terminal: Pick<Terminal, 'isInteractive' | 'ask'>;
}

type Call = (input: unknown) => Promise<unknown>;

/** Returns what repeats a call once the confirmation is given that it requires. Calls then throw a `TerminalError` without one. */
export function confirming(api: Pick<Client<Bridge>, 'safety'>, means: Means): (call: Call) => Call {
  return (call) => async (input) => {
    try {
      return await call(input);
    } catch (thrown) {
      const confirmation = thrown instanceof AppError ? thrown.report.confirmation : undefined;
      if (confirmation === undefined) throw thrown;
      await api.safety.confirm({ id: confirmation.id, ...(await approve(confirmation, means)) });
      return call(input);
    }
  };
}

/** Resolves to what the user enters, or gave as options. Throws a `TerminalError` if that isn't enough. */
export async function approve({ kind, name, presence, asksNote }: Confirmation, means: Means): Promise<{ typed?: string; note?: string }> {
  if (presence !== null) throw refusal(`The connection “${name}” checks presence, which only the app can. Change it there.`);
  const typed = kind === 'type' ? await typedName(name, means) : await agreed(name, means);
  if (!asksNote) return typed;
  const note = means.options.text('note') ?? (await asked(means, 'Note for the journal: '));
  if (!note?.trim()) throw refusal('The policy asks for a note. Use --note TEXT.');
  return { ...typed, note };
}

async function typedName(name: string, means: Means): Promise<{ typed: string }> {
  const given = means.options.text('confirm');
  const typed = given ?? (await asked(means, `Type “${name}” to confirm: `));
  if (typed === null) throw refusal(`The connection “${name}” asks for its name. Use --confirm with that name; --yes isn’t enough.`);
  if (!isTyped(typed, name)) throw refusal(`The name isn’t “${name}”. Nothing was changed.`);
  return { typed };
}

async function agreed(name: string, means: Means): Promise<{ typed?: string }> {
  const given = means.options.text('confirm');
  if (given !== undefined && !isTyped(given, name)) throw refusal(`The name isn’t “${name}”. Nothing was changed.`);
  if (given !== undefined || means.options.has('yes')) return {};
  const reply = await asked(means, `Change “${name}”? [y/N] `);
  if (reply === null) throw refusal(`Changes of “${name}” have to be confirmed. Use --yes.`);
  if (!/^y(es)?$/i.test(reply.trim())) throw refusal('Not confirmed. Nothing was changed.');
  return {};
}

/** Resolves to null in a pipe, and if the input ends. */
async function asked({ terminal }: Means, question: string): Promise<string | null> {
  return terminal.isInteractive ? terminal.ask(question) : null;
}

function refusal(text: string): TerminalError {
  return new TerminalError(text, undefined, 'confirmation-required');
}
