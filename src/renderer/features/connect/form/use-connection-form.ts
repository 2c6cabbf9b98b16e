import { useEffect, useRef, useState } from 'react';
import type { TestResult } from '../../../../contract/bridge/connection-test';
import type { ErrorReport } from '../../../../contract/errors';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { type ConnectionValues, isChanged } from './connection-values';
import { type FieldName, failureField } from './failure-field';

export type FieldErrors = { readonly [F in FieldName]?: { readonly message: string; readonly code: ErrorReport['code'] } };

export interface FinishedTest {
  readonly result: TestResult;
  /** What was tested. */
  readonly values: ConnectionValues;
}

export interface ConnectionForm {
  readonly before: ConnectionValues;
  readonly values: ConnectionValues;
  readonly set: (change: Partial<ConnectionValues>) => void;
  readonly errors: FieldErrors;
  /** Why the last attempt failed, where that belongs to no field. */
  readonly failure: ErrorReport | null;
  readonly busy: 'saving' | 'testing' | null;
  readonly tested: FinishedTest | null;
  readonly isDirty: boolean;
  readonly save: () => void;
  readonly test: () => void;
}

interface Options {
  readonly before: ConnectionValues;
  /** Throws what is wrong with the values. */
  readonly save: (values: ConnectionValues) => Promise<void>;
  readonly test: (values: ConnectionValues) => Promise<TestResult>;
}

/** The state of a connection's form. What was typed stays when something fails, and goes away with the form. */
export function useConnectionForm({ before, save, test }: Options): ConnectionForm {
  const messages = useMessages();
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const [busy, setBusy] = useState<ConnectionForm['busy']>(null);
  const [tested, setTested] = useState<FinishedTest | null>(null);
  const running = useRef(false);

  const complain = (report: ErrorReport) => {
    const field = failureField(report);
    if (field === null) return setFailure(report);
    const isUnnamed = field === 'name' && report.code === 'bad-input';
    const message = isUnnamed ? messages.t('connect.name.missing') : errorText(messages, report).title;
    setErrors({ [field]: { message, code: report.code } });
  };
  const run = async (kind: 'saving' | 'testing', work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(kind);
    setErrors({});
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      complain(reportOf(thrown));
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  const runTest = async () => {
    const result = await test(values);
    setTested({ result, values });
    const suggested = result.project?.displayName.slice(0, 100) ?? '';
    setValues((now) => (now.name.trim() === '' ? { ...now, name: suggested } : now));
  };
  return {
    before,
    values,
    set: (change) => setValues((now) => ({ ...now, ...change })),
    errors,
    failure,
    busy,
    tested,
    isDirty: isChanged(before, values),
    save: () => void run('saving', () => save(values)),
    test: () => void run('testing', runTest),
  };
}

/** Puts the focus into the field that an attempt has failed at; the answer goes to the form. */
export function useFocusOnError(errors: FieldErrors) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [field] = Object.keys(errors);
    if (field !== undefined) form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  }, [errors]);
  return form;
}
