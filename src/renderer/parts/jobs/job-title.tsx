import { Fragment } from 'react';
import type { Job } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { useTeam } from '#data/teams.ts';
import { useConnection } from '#data/topics.ts';
import { useKnownUser } from '#data/users.ts';
import { userName } from '#lib/rules/names.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type JobNames, jobParts, jobTitleWith } from './job-sentences';

/** Returns the names of what an action has only the IDs of, as far as they are known or can be read. */
export function useJobNames(connectionId: string, action: JobAction): JobNames {
  const messages = useMessages();
  const connection = useConnection(connectionId);
  const teamId = 'teamId' in action ? action.teamId : null;
  const canRead = connection !== undefined && hasProjectAccess(connection);
  const team = useTeam(connectionId, teamId ?? '', teamId !== null && canRead).data;
  const user = useKnownUser(connectionId, 'userId' in action ? action.userId : '');
  return {
    ...(team === undefined ? {} : { team: team.display_name }),
    ...(user === undefined ? {} : { user: userName(messages, user) }),
  };
}

/** Around each part of a sentence, so that the language decides where it is shown. */
const mark = '\u0000';
/** Parts that may say something about people. */
const personal: ReadonlySet<string> = new Set(['user', 'value', 'subject', 'team', 'file']);

/** What a job does: “Add to Difference Team”. Names and values in it are isolated, and concealed in privacy mode. */
export function JobTitle({ job: { connectionId, action } }: { job: Pick<Job, 'connectionId' | 'action'> }) {
  const messages = useMessages();
  const parts = jobParts(messages, action, useJobNames(connectionId, action));
  const marked = Object.fromEntries(Object.keys(parts).map((name) => [name, `${mark}${name}${mark}`]));
  const pieces = jobTitleWith(messages, action, marked).split(mark);
  return (
    <span>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text are never reordered
        <Fragment key={at}>
          {at % 2 === 0 ? piece : <bdi {...(personal.has(piece) ? { 'data-personal': '' } : {})}>{parts[piece]}</bdi>}
        </Fragment>
      ))}
    </span>
  );
}
