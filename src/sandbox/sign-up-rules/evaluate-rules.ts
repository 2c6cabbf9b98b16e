/** Evaluation of a project's sign-up rules (wire/later 2). */
import type { signUpMethods } from '#contract/service/sign-up-rules.ts';
import { renderConfig } from '../configuration/levels';
import type { Store } from '../database/database';
import type { SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import type { Project } from '../stores/project-store';
import { countTrigger } from '../stores/sign-up-rule-store';
import { updateUser, usersByKeys } from '../stores/user-store';
import { ConditionError, evaluateCondition, type Variables } from './condition';

/** What is known of a sign-up. */
interface SignUpAttempt {
  readonly email: string | null;
  readonly authMethod: (typeof signUpMethods)[number];
  readonly oauthProvider: string | null;
  readonly countryCode: string | null;
  readonly riskScores?: { readonly bot: number; readonly free_trial_abuse: number } | undefined;
}

type RuleAction = 'allow' | 'reject' | 'restrict' | 'log';

interface Evaluation {
  readonly rule_id: string;
  readonly display_name: string;
  readonly enabled: boolean;
  readonly condition: string;
  readonly status: 'matched' | 'not_matched' | 'disabled' | 'missing_condition' | 'error';
  readonly action: { readonly type: RuleAction; readonly message?: string };
  readonly error?: string;
}

interface Outcome {
  readonly decision: 'allow' | 'reject' | 'default-allow' | 'default-reject';
  readonly decision_rule_id: string | null;
  readonly restricted_because_of_rule_id: string | null;
}

interface Rule {
  readonly enabled: boolean;
  readonly displayName?: string;
  readonly priority: number;
  readonly condition?: string;
  readonly action: { readonly type: RuleAction; readonly message?: string };
}

interface AuthConfig {
  readonly signUpRules: Readonly<Record<string, Rule>>;
  readonly signUpRulesDefaultAction: 'allow' | 'reject';
}

/** Returns the variables of conditions. */
export function contextOf(attempt: SignUpAttempt) {
  const email = (attempt.email ?? '').trim().toLowerCase();
  return {
    email,
    email_domain: email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : '',
    country_code: (attempt.countryCode ?? '').toUpperCase(),
    auth_method: attempt.authMethod,
    oauth_provider: attempt.oauthProvider ?? '',
    risk_scores: attempt.riskScores ?? { bot: 0, free_trial_abuse: 0 },
  };
}

function variablesOf(attempt: SignUpAttempt): Variables {
  const { email, email_domain, country_code, auth_method, oauth_provider, risk_scores } = contextOf(attempt);
  return {
    email,
    emailDomain: email_domain,
    countryCode: country_code,
    authMethod: auth_method,
    oauthProvider: oauth_provider,
    'riskScores.bot': risk_scores.bot,
    'riskScores.free_trial_abuse': risk_scores.free_trial_abuse,
  };
}

/** Evaluates the rules, which are rendered in their order, up to and including the one that decides. */
export function evaluateRules(store: Store, project: Project, attempt: SignUpAttempt): { evaluations: Evaluation[]; outcome: Outcome } {
  const { signUpRules, signUpRulesDefaultAction } = (renderConfig(store, project.key) as { readonly auth: AuthConfig }).auth;
  const variables = variablesOf(attempt);
  const evaluations: Evaluation[] = [];
  let restricting: string | null = null;
  for (const [id, rule] of Object.entries(signUpRules)) {
    const evaluation = evaluateRule(id, rule, variables);
    evaluations.push(evaluation);
    const { type } = rule.action;
    if (evaluation.status !== 'matched' || type === 'log') continue;
    if (type === 'restrict') restricting ??= id;
    else return { evaluations, outcome: { decision: type, decision_rule_id: id, restricted_because_of_rule_id: restricting } };
  }
  const decision = `default-${signUpRulesDefaultAction}` as const;
  return { evaluations, outcome: { decision, decision_rule_id: null, restricted_because_of_rule_id: restricting } };
}

function evaluateRule(id: string, rule: Rule, variables: Variables): Evaluation {
  const { enabled, displayName = '', condition = '', action } = rule;
  const result = { rule_id: id, display_name: displayName, enabled, condition, action };
  if (!enabled) return { ...result, status: 'disabled' };
  if (rule.condition === undefined) return { ...result, status: 'missing_condition' };
  try {
    return { ...result, status: evaluateCondition(condition, variables) ? 'matched' : 'not_matched' };
  } catch (error) {
    if (error instanceof ConditionError) return { ...result, status: 'error', error: error.message };
    throw error;
  }
}

// What a project's rules do to a real sign-up (wire/later 2).

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

/** Restricts the new user if a rule demands it, below what admins have noted already. Runs inside the caller's transaction. */
export function applyRestriction({ store }: Pick<SandboxContext, 'store'>, user: number, restriction: Restriction): void {
  if (restriction === null) return;
  const [row] = usersByKeys(store, [user]);
  const restricted_details = row?.restricted_details == null ? restriction : `${row.restricted_details}\n\n${restriction}`;
  updateUser(store, user, { restricted_by_admin: 1, restricted_details });
}
