/** The problems of a form's fields, kept without their texts, which follow the language. */
import type { FieldError } from 'react-hook-form';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import type { Translator } from '#messages/translator.ts';
import { type Violation, type ViolationTexts, violationText } from './violation-text';

/** What a form keeps of a problem: a violation of the schema, or why the call failed. */
export interface FieldProblem extends FieldError {
  readonly cause: { readonly violation: Violation } | { readonly report: ErrorReport };
}

/** Returns the text of a problem; undefined without one. `texts` are the field's own ones. */
export function problemText(messages: Translator, problem: FieldProblem | undefined, texts?: ViolationTexts): string | undefined {
  if (problem === undefined) return undefined;
  const { cause } = problem;
  return 'report' in cause ? errorText(messages, cause.report).title : violationText(messages, cause.violation, texts);
}
