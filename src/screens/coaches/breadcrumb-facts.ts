/** Where a page stands below the home page, in the vocabulary of schema.org: names and paths, the page itself last. */
export function breadcrumbFacts(baseUrl: string, ...below: [name: string, path: string][]): object {
  const steps: [string, string][] = [['Home', '/'], ...below]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: baseUrl + path,
    })),
  }
}
