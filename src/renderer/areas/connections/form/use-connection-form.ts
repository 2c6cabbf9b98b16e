import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { TestResult } from '#contract/bridge/connection-test.ts';
import { watchKinds } from '#contract/watch/rules.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useOfferedRules } from '#parts/connections/use-watch-rules.ts';
import { type CallForm, type FormFields, useCallForm } from '#parts/form/use-call-form.ts';
import { type ConnectionValues, changesKey, type KeyEntry } from './connection-values';
import { type HostQuestion, useHostQuestion } from './host-question';

export interface FinishedTest {
  readonly result: TestResult;
  /** What was tested. */
  readonly values: ConnectionValues;
}

export interface ConnectionForm extends CallForm<ConnectionValues> {
  readonly tested: FinishedTest | null;
  readonly isTesting: boolean;
  /** Tests the values, or others that were set just now. */
  readonly test: (values?: ConnectionValues) => void;
  /** The question that a save waits for; null for none. */
  readonly hostQuestion: HostQuestion | null;
}

interface Options<S extends z.ZodType> {
  readonly stored: ConnectionValues;
  readonly isNew?: boolean;
  readonly schema: S;
  readonly toInput: (values: ConnectionValues, stored: ConnectionValues) => unknown;
  /** Saves. `confirmedHost` is the host to which the user agreed to send the keys. */
  readonly save: (input: z.output<S>, confirmedHost?: string) => Promise<void>;
  readonly test: (values: ConnectionValues, stored: ConnectionValues) => Promise<TestResult>;
}

/** Returns the form of a connection, whose values can also be tested. */
export function useConnectionForm<S extends z.ZodType>({ test, save, ...options }: Options<S>): ConnectionForm {
  const { question: hostQuestion, saveWithHost } = useHostQuestion();
  const form = useCallForm<ConnectionValues, S>({
    ...options,
    save: (input) => saveWithHost((confirmedHost) => save(input, confirmedHost)),
    fields: useFields(),
    errorFields: { 'server-unconfirmed': 'baseUrl' },
  });
  const [tested, setTested] = useState<FinishedTest | null>(null);
  // A test takes a while, and what was typed in the meantime counts.
  const latest = useRef(form);
  latest.current = form;
  const { values, stored } = form;
  const testing = useAction(
    async (tested: ConnectionValues) => {
      form.clearErrors();
      const result = await test(tested, stored);
      setTested({ result, values: tested });
      return result;
    },
    {
      onDone: ({ project }) => suggestName(latest.current, project?.displayName),
      onFailure: (report) => form.isSaving || form.showAtField(report),
    },
  );
  const testFailure = testing.failure !== null && form.fieldOf(testing.failure) === null ? testing.failure : null;
  return {
    ...form,
    failure: form.failure ?? testFailure,
    tested,
    isTesting: testing.isPending,
    hostQuestion,
    test: (tested = values) => {
      if (!form.isSaving) void testing.run(tested);
    },
    save: () => {
      // What was pasted is being tested: a save doesn't wait for it.
      if (!testing.isPending) testing.reset();
      form.save();
    },
  };
}

/** Fills in the project's name, unless there is a name, or someone is about to type one. */
function suggestName({ values, set }: CallForm<ConnectionValues>, name: string | undefined): void {
  const isNaming = document.activeElement?.getAttribute('data-field') === 'name';
  if (name !== undefined && values.name.trim() === '' && !isNaming) set({ name: name.slice(0, 100) });
}

function useFields(): FormFields<ConnectionValues> {
  const { t } = useMessages();
  const offered = useOfferedRules();
  const isSameText = (stored: string, value: string) => stored === value.trim();
  const isSameKey = (stored: KeyEntry, value: KeyEntry) => !changesKey(stored, value);
  return {
    name: { label: t('connect.name'), missing: t('connect.name.missing'), isSame: isSameText },
    baseUrl: { label: t('connect.base-url') },
    allowPlainHttp: { label: t('connect.allow-plain-http') },
    projectId: { label: t('connect.project-id') },
    'keys.client': { label: t('connect.key.client'), isSame: isSameKey },
    'keys.server': { label: t('connect.key.server'), isSame: isSameKey },
    'keys.admin': { label: t('connect.key.admin'), isSame: isSameKey },
    environment: { label: t('connect.environment') },
    colour: { label: t('connect.colour') },
    safety: { label: t('connect.safety') },
    requirePresence: { label: t('connect.presence') },
    handlerBase: { label: t('connect.handler-base') },
    'targets.home': { label: t('connect.targets.home') },
    'targets.afterSignIn': { label: t('connect.targets.after-sign-in') },
    'targets.afterSignUp': { label: t('connect.targets.after-sign-up') },
    'targets.afterSignOut': { label: t('connect.targets.after-sign-out') },
    ...Object.fromEntries(watchKinds.map((kind) => [`watchRules.${kind}`, { label: offered(kind).label }])),
  };
}
