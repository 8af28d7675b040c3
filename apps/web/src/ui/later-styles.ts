/** Loads the styles of components that the first screen does not show. */
export const laterStyles = async (): Promise<void> => {
  await import('virtual:mantine-later.css');
};
