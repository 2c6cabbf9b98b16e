/** What a project's rules do to a real sign-up (wire/later 2). */
import type { SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import type { Project } from '../stores/project-store';
import { countTrigger } from '../stores/sign-up-rule-store';
import { updateUser } from '../stores/user-store';
import { evaluateRules, type SignUpAttempt } from './evaluate-rules';

/** A restriction that a rule demands: the note for admins. */
type Restriction = string | null;

/**
 * Evaluates the rules and counts those that match. Returns the note of the rule that restricts the new user, if any.
 *
 * Throws SIGN_UP_REJECTED, whose text doesn't contain that of the rule.
 */
export function requireAllowedSignUp(
  { store, clock, release, endUser }: SandboxContext,
  project: Project,
  attempt: Omit<SignUpAttempt, 'countryCode'>,
): Restriction {
  if (!release.has('sign-up-rules')) return null;
  const { evaluations, outcome } = evaluateRules(store, project, { ...attempt, countryCode: endUser?.country ?? null });
  for (const { status, rule_id, action } of evaluations)
    if (status === 'matched') countTrigger(store, project.key, rule_id, action.type, clock.now());
  if (outcome.decision === 'reject' || outcome.decision === 'default-reject') {
    const message = "Your sign up was rejected by an administrator's sign-up rule.";
    throw knownError('SIGN_UP_REJECTED', { message }, { message });
  }
  const rule = evaluations.find(({ rule_id }) => rule_id === outcome.restricted_because_of_rule_id);
  if (rule === undefined) return null;
  return `Restricted by sign-up rule: ${rule.rule_id}${rule.display_name === '' ? '' : ` (${rule.display_name})`}`;
}

/** Restricts the new user if a rule demands it. Runs inside the caller's transaction. */
export function applyRestriction({ store }: Pick<SandboxContext, 'store'>, user: number, restriction: Restriction): void {
  if (restriction !== null) updateUser(store, user, { restricted_by_admin: 1, restricted_details: restriction });
}
