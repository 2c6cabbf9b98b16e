import { toNestErrors } from '@hookform/resolvers';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldProblem } from './field-problem';

/** Returns the resolver that validates by a schema and keeps the first violation of each path. That of @hookform/resolvers keeps a text. */
export function schemaResolver<F extends FieldValues, O>(schema: z.ZodType<O, F>): Resolver<F, unknown, O> {
  return async (values, _context, options) => {
    const result = await schema.safeParseAsync(values, { reportInput: true });
    if (result.success) return { values: result.data, errors: {} };
    const problems = new Map<string, FieldProblem>();
    for (const issue of result.error.issues) {
      const path = issue.path.join('.');
      const violation = violationOf(issue);
      if (!problems.has(path)) problems.set(path, { type: violation.code ?? 'invalid', cause: { violation } });
    }
    return { values: {}, errors: toNestErrors<F>(Object.fromEntries(problems), options) };
  };
}

/** Returns the violation to show: of alternatives, the first one of that which fits best. */
function violationOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const [best] = issue.errors.toSorted((one, other) => one.length - other.length);
  return best?.[0] ?? issue;
}
