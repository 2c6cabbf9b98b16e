/** The `/check-code` endpoints of verification codes (wire/flows 8). */

import type { SandboxContext } from '../http/context';
import { type Reply, reply } from '../http/respond';
import type { CodePurpose } from '../stores/code-store';
import type { Project } from '../stores/project-store';
import { checkCode } from './codes';

type CheckRequest = SandboxContext & { readonly project: Project; readonly body: { readonly code: string } };

/** Creates an endpoint that checks a code without using it up. A check counts as an attempt. */
export function createCodeCheck(purpose: CodePurpose) {
  return {
    ignoresQuery: true as const,
    async run(call: CheckRequest): Promise<Reply<{ is_code_valid: true }>> {
      checkCode(call, call.project, purpose, call.body.code);
      return reply({ is_code_valid: true });
    },
  };
}
