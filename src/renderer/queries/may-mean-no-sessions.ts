import type { Connection } from '../../contract/bridge/connections';
import { reportOf } from '../lib/errors/error-text';

/** Whether the error may only mean that the user has no sessions: releases before 2.8.13 fail with status 500 then (wire/endpoints 1.6). */
export function mayMeanNoSessions(error: unknown, connection: Pick<Connection, 'features'> | undefined): boolean {
  const { code, status } = reportOf(error);
  return code === 'service-error' && status === 500 && connection?.features?.['empty-session-lists'] !== true;
}
