/** The `/check-code` variant of every kind of code (wire/flows 8). */

import type { Project } from '../projects/project-store';
import type { Surroundings } from '../server/context';
import { type Reply, reply } from '../server/respond';
import type { CodePurpose } from './code-store';
import { checkCode } from './codes';

type CheckCall = Surroundings & { readonly project: Project; readonly body: { readonly code: string } };

/** Tells whether a code of that purpose can be used, without using it up; it counts as an attempt. */
export function checksCode(purpose: CodePurpose) {
  return {
    ignoresQuery: true as const,
    async run(call: CheckCall): Promise<Reply<{ is_code_valid: true }>> {
      checkCode(call, call.project, purpose, call.body.code);
      return reply({ is_code_valid: true });
    },
  };
}
