import { useEffect, useRef, useState } from 'react';
import type { TestResult } from '../../../../contract/bridge/connection-test';
import type { ErrorReport } from '../../../../contract/errors';
import { errorText } from '../../../lib/errors/error-text';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { type ConnectionValues, isChanged } from './connection-values';
import { type FieldName, failureField } from './failure-field';

type FieldErrors = { readonly [F in FieldName]?: { readonly message: string; readonly code: ErrorReport['code'] } };

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
  /** Why the last attempt failed, unless a field shows it. */
  readonly failure: ErrorReport | null;
  readonly busy: 'saving' | 'testing' | null;
  readonly tested: FinishedTest | null;
  readonly isDirty: boolean;
  readonly save: () => void;
  readonly test: () => void;
}

interface Options {
  readonly before: ConnectionValues;
  /** Throws an `AppError` if the values aren't valid. */
  readonly save: (values: ConnectionValues) => Promise<void>;
  readonly test: (values: ConnectionValues) => Promise<TestResult>;
}

/** Returns the state of a connection's form. The values are kept when an attempt fails. */
export function useConnectionForm({ before, save, test }: Options): ConnectionForm {
  const messages = useMessages();
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [tested, setTested] = useState<FinishedTest | null>(null);

  const complain = (report: ErrorReport) => {
    const field = failureField(report);
    if (field === null) return;
    const isUnnamed = field === 'name' && report.code === 'bad-input';
    const message = isUnnamed ? messages.t('connect.name.missing') : errorText(messages, report).title;
    setErrors({ [field]: { message, code: report.code } });
  };
  const { pending, failure, run } = useAction(
    (_kind: 'saving' | 'testing', task: () => Promise<void>) => {
      setErrors({});
      return task();
    },
    { onFailure: complain },
  );
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
    failure: failure !== null && failureField(failure) === null ? failure : null,
    busy: pending?.[0] ?? null,
    tested,
    isDirty: isChanged(before, values),
    save: () => void run('saving', () => save(values)),
    test: () => void run('testing', runTest),
  };
}

/** Focuses the field that an attempt failed at. Returns the ref for the form. */
export function useFocusOnError(errors: FieldErrors) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [field] = Object.keys(errors);
    if (field !== undefined) form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  }, [errors]);
  return form;
}
