/** Team objects of the API (wire/endpoints 0). */
import type { ClientTeam, ServerTeam } from '../../contract/service/models/models';
import { parseJsonColumn } from '../database/json-column';
import type { TeamRow } from './team-store';

export function toClientTeam(team: TeamRow): ClientTeam {
  return {
    id: team.id,
    display_name: team.display_name,
    profile_image_url: team.profile_image_url,
    client_metadata: parseJsonColumn(team.client_metadata),
    client_read_only_metadata: parseJsonColumn(team.client_read_only_metadata),
  };
}

export function toServerTeam(team: TeamRow): ServerTeam {
  return { ...toClientTeam(team), server_metadata: parseJsonColumn(team.server_metadata), created_at_millis: team.created_at };
}
