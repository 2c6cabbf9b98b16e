/** The parameters of the URL's query that name the user beside the list, and the tab: leaving either loses what is edited there. */
export const userPlaceParameters = ['panel', 'tab'] as const;
