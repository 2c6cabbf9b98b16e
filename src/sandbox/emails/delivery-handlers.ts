/** How many emails a project has sent, and how many it may send (wire/later 5). */
import type { RowOf } from '#contract/service/index.ts';
import { readSetting, writeSetting } from '../database/settings';
import type { Handler, SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import { reply } from '../http/respond';
import { countSentSince } from '../stores/outbox-store';
import type { Project } from '../stores/project-store';
import { sendDueEmails } from './outbox';

const hourMillis = 3_600_000;
const periods = { hour: hourMillis, day: 24 * hourMillis, week: 7 * 24 * hourMillis, month: 30 * 24 * hourMillis } as const;
/** A setting of the server; the hosted service's is this one. */
const baseRatePerHour = 200;
const minRatePerHour = 50;
const boostMultiplier = 4;
const boostMillis = 4 * hourMillis;

/** Nothing bounces in the sandbox, so that the penalty is always 1. */
export const readDeliveryFigures: Handler<RowOf<'outbox.figures'>> = {
  async run(call) {
    const { store, clock, project, release } = call;
    sendDueEmails(call, project);
    const now = clock.now();
    const countOf = (millis: number) => ({ sent: countSentSince(store, project.key, now - millis), bounced: 0, marked_as_spam: 0 });
    const stats = {
      hour: countOf(periods.hour),
      day: countOf(periods.day),
      week: countOf(periods.week),
      month: countOf(periods.month),
    };
    const boostEnd = boostEndOf(call, project);
    const ratePerHour = Math.max(baseRatePerHour + (4 * stats.month.sent) / 720, minRatePerHour);
    const boost = {
      boost_multiplier: boostEnd === null ? 1 : boostMultiplier,
      is_boost_active: boostEnd !== null,
      boost_expires_at: boostEnd === null ? null : new Date(boostEnd).toISOString(),
    };
    const capacity = {
      rate_per_second: (ratePerHour * (boostEnd === null ? 1 : boostMultiplier)) / 3600,
      penalty_factor: 1,
      ...(release.has('delivery-boost') ? boost : {}),
    };
    return reply({ stats, capacity });
  },
};

export const boostCapacity: Handler<RowOf<'outbox.boost'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, clock, project } = call;
    return store.transaction(() => {
      const active = boostEndOf(call, project);
      if (active !== null) {
        const expires_at = new Date(active).toISOString();
        throw knownError('EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE', { expires_at }, { expires_at });
      }
      const end = clock.now() + boostMillis;
      writeSetting(store, settingOf(project), String(end));
      return reply({ expires_at: new Date(end).toISOString() });
    });
  },
};

const settingOf = ({ id }: Project) => `email-boost ${id}`;

/** Returns when the boost of a project ends (ms since the epoch), or null without one. */
function boostEndOf({ store, clock }: SandboxContext, project: Project): number | null {
  const end = Number(readSetting(store, settingOf(project)) ?? 0);
  return end > clock.now() ? end : null;
}
