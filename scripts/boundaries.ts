// The import rules of ARCHITECTURE.md for dependency-cruiser. Every folder of a layer that is not named here is a domain, so
// a new one is checked from its first commit.
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'

/** Domains of the server that depend on one another, lowest first: sign-in, the person's account, their business. */
const LADDER = ['session', 'profile', 'business']

/** A script that generates a file from a fresh database, which it opens as tests do. */
const FROM_TESTS = '^apps/server/src/db/dump-schema[.]ts$'
const TEST = String.raw`(\.(test|spec|testing)\.|/testing[-./]|\.testing[-.])`
/** Folders that compose domains, and folders below all domains. */
const ABOVE = 'app|backup|cells|demo|doctor|installation'
const BELOW = 'lib|background|http|files|db|ports|live|pages'
const DOMAIN = `(?!(?:${ABOVE}|${BELOW})/)`
/** Files of the server's root below its domains: settings, keys, the type of a module and its dependencies. */
const KNOWN_TO_ALL = 'config|config-checks|config-part|deps|finding|module|secrets|world'
/** The entry file of a domain: the only one that composing code may import. */
const DOOR = '[.]module[.]ts$'

/** The parts of a domain that is split, and the entry file of each. */
const KNOWLEDGE = '^apps/server/src/knowledge/'
const DOORS = { reading: 'reading.routes', editing: 'desk', exchange: 'exchange' }
const ROOM = Object.keys(DOORS).join('|')

/** The files through which app/ imports a domain; app/features.ts lists them. */
const FEATURE = '[.]feature[.]tsx?$'
/**
 * Other files of domains that app/ may import: screens shared by several domains, and the bars around every page.
 * All of app/ may import `session`.
 */
const BESIDE_FEATURES: Record<string, readonly string[]> = {
  'apps/staff/src/app/new-ticket.layout.tsx': [
    'knowledge/search/ticket-suggestions',
    'tickets/new-ticket/new-ticket.page',
  ],
  'apps/staff/src/app/fetch-rest.ts': ['tickets/fetch-tickets'],
  'apps/staff/src/app/shell/nav-items.tsx': ['tickets/tickets.api'],
  'apps/staff/src/app/shell/use-person.ts': ['profile/own-profile.api'],
  // The agents' workspace belongs to the desk itself: bar, queue, ticket and command menu.
  'apps/desk/src/app/workspace.page.tsx': [
    'tickets/queue/queue-view',
    'tickets/signals/signals-dialog',
    'tickets/tickets.texts',
    'tickets/workspace/keys-dialog',
    'tickets/workspace/use-single-keys',
    'tickets/workspace/workspace',
  ],
  'apps/desk/src/app/router.tsx': ['tickets/conversation/load-ticket'],
  'apps/desk/src/app/framed.tsx': [
    'tickets/signals/desk-push',
    'tickets/signals/signals-dialog',
    'tickets/workspace/keys-dialog',
    'tickets/workspace/use-single-keys',
  ],
  'apps/desk/src/app/follow-desk.ts': ['tickets/queue/queue-view', 'tickets/signals/page-signals'],
  'apps/desk/src/app/desk-palette.tsx': [
    'tickets/palette/palette',
    'tickets/palette/palette-items',
    'tickets/queue/queue-view',
    'tickets/side/use-work',
  ],
}
const literally = (text: string): string => text.replaceAll('.', '[.]')

const forbidden = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, severity: 'error', from, to })

/** The packages that a package may import; all others import none. */
const PACKAGES = { web: 'contract|ui', build: 'ui' }

export const RULES: IRegularForbiddenRuleType[] = [
  forbidden('такого файла нет', {}, { couldNotResolve: true }),
  // Cycles of every kind: static, of types alone, and closed by `import()`. In a cycle no file can be understood alone.
  forbidden('круг импортов', {}, { circular: true }),
  forbidden(
    'пакеты не импортируют ничего нашего',
    { path: '^packages/([^/]+)/', pathNot: `^packages/(${Object.keys(PACKAGES).join('|')})/` },
    { path: '^(packages|apps|e2e|bench|scripts|tools)/', pathNot: '^packages/$1/' },
  ),
  ...Object.entries(PACKAGES).map(([name, uses]) =>
    forbidden(
      `${name} импортирует только ${uses.replaceAll('|', ' и ')}`,
      { path: `^packages/${name}/` },
      { path: '^(packages|apps|e2e|bench|scripts|tools)/', pathNot: `^packages/(${name}|${uses})/` },
    ),
  ),
  forbidden(
    'соседний пакет импортируют по имени',
    { path: '^((?:apps|packages)/[^/]+)/' },
    { path: '^(apps|packages|e2e|bench|scripts|tools)/', pathNot: '^$1/', dependencyTypes: ['local'] },
  ),
  forbidden(
    'приложения никто не импортирует',
    { path: '^(?:(apps/[^/]+)|packages|e2e|bench|scripts|tools)/' },
    { path: '^apps/(staff|desk|intranet)/', pathNot: '^$1/.' },
  ),
  forbidden(
    'сервер импортируют только тесты, измерения и сценарии',
    { path: '^(apps/(staff|desk|intranet)|packages)/' },
    { path: '^apps/server/' },
  ),
  forbidden(
    'серверу доступны только contract, embedded-postgres, search и sql',
    { path: '^apps/server/' },
    { path: '^packages/(?!contract/|embedded-postgres/|search/|sql/)' },
  ),
  forbidden(
    'поиском и базой владеет сервер',
    { path: '^(apps/(?!server/)|packages/(?!search/|embedded-postgres/|sql/)|e2e/)' },
    { path: '^packages/(search|embedded-postgres|sql)/' },
  ),
  forbidden(
    'браузерные тесты, измерения и сценарии никто не импортирует',
    { path: '^(apps|packages)/' },
    { path: '^(e2e|bench|scripts|tools)/' },
  ),
  forbidden(
    'браузерные тесты и сценарии не знают друг друга',
    { path: '^(?:(e2e)|(scripts)|tools)/' },
    { path: '^(?:e2e|scripts|bench)/', pathNot: '^(?:$1|$2)/' },
  ),
  forbidden(
    'тестовое — только тестам',
    { path: '^(apps|packages)/', pathNot: [TEST, '^apps/server/src/testing[.]ts$', FROM_TESTS] },
    { path: TEST, pathNot: 'node_modules' },
  ),
  forbidden(
    'нижнее не знает областей и app',
    { path: `^(apps/[^/]+)/src/(?:${BELOW})/`, pathNot: TEST },
    { path: `^$1/src/(?!(?:${BELOW})/)[^/]+/` },
  ),
  forbidden(
    'нижнее не знает областей и app',
    { path: `^(apps/[^/]+)/src/(?:${BELOW})/`, pathNot: [TEST, FROM_TESTS] },
    { path: '^$1/src/[^/]+$', pathNot: `^apps/server/src/(?:${KNOWN_TO_ALL})[.]ts$` },
  ),
  // The settings are one schema, composed of the domains' parts, which import nothing of their domains.
  forbidden(
    'что знают все, знает из областей только их настройки',
    { path: `^apps/server/src/(?:${KNOWN_TO_ALL})[.]ts$` },
    {
      path: '^apps/server/src/',
      pathNot: `^apps/server/src/(?:(?:${BELOW})/|[^/]+/[^/]+[.]config[.]ts$|(?:${KNOWN_TO_ALL})[.]ts$)`,
    },
  ),
  forbidden(
    'часть настроек не знает ничего нашего',
    { path: '^apps/server/src/[^/]+/[^/]+[.]config[.]ts$' },
    { path: '^apps/server/src/', pathNot: '^apps/server/src/config-(?:checks|part)[.]ts$' },
  ),
  forbidden(
    'http лежит ниже files',
    { path: '^apps/server/src/(http|db|ports)/', pathNot: TEST },
    { path: '^apps/server/src/files/' },
  ),
  forbidden(
    'db и ports лежат ниже http',
    { path: '^apps/server/src/(db|ports)/', pathNot: TEST },
    { path: '^apps/server/src/http/' },
  ),
  forbidden(
    'background знает только db и ports',
    { path: '^apps/server/src/background/', pathNot: TEST },
    { path: '^apps/server/src/', pathNot: '^apps/server/src/(background|db|ports)/' },
  ),
  forbidden(
    'составляющее лежит выше областей',
    { path: `^(apps/[^/]+)/src/${DOMAIN}[^/]+/`, pathNot: TEST },
    {
      path: [`^$1/src/(?:${ABOVE})/`, '^$1/src/[^/]+[.]tsx?$'],
      pathNot: `^apps/server/src/(?:${KNOWN_TO_ALL})[.]ts$`,
    },
  ),
  forbidden(
    'области не импортируют друг друга',
    {
      path: `^(apps/[^/]+/src)/${DOMAIN}([^/]+)/`,
      pathNot: [TEST, `^apps/server/src/(?:${LADDER.join('|')})/`],
    },
    { path: `^$1/${DOMAIN}[^/]+/`, pathNot: '^$1/$2/' },
  ),
  forbidden(
    'app входит в область через её feature',
    {
      path: '^(apps/(?:staff|desk)/src)/app/',
      pathNot: [TEST, ...Object.keys(BESIDE_FEATURES).map((path) => `^${literally(path)}$`)],
    },
    { path: `^$1/${DOMAIN}[^/]+/`, pathNot: ['^$1/session/', FEATURE] },
  ),
  ...Object.entries(BESIDE_FEATURES).map(([path, known]) =>
    forbidden(
      'app входит в область через её feature',
      {
        path: `^(${path.slice(0, path.indexOf('/app/'))})/${literally(path.slice(path.indexOf('/app/') + 1))}$`,
      },
      {
        path: `^$1/${DOMAIN}[^/]+/`,
        pathNot: ['^$1/session/', FEATURE, ...known.map((one) => `^$1/${literally(one)}[.]tsx?$`)],
      },
    ),
  ),
  ...LADDER.map((domain, rung) =>
    forbidden(
      'области не импортируют друг друга',
      { path: `^apps/server/src/${domain}/`, pathNot: TEST },
      {
        path: `^apps/server/src/${DOMAIN}[^/]+/`,
        pathNot: `^apps/server/src/(?:${LADDER.slice(0, rung + 1).join('|')})/`,
      },
    ),
  ),
  forbidden(
    'в область входят через её дверь',
    { path: `^apps/server/src/(?:(?:${ABOVE})/|[^/]+$)`, pathNot: [TEST, '^apps/server/src/testing[.]ts$'] },
    { path: `^apps/server/src/${DOMAIN}[^/]+/`, pathNot: [DOOR, '[.]config[.]ts$'] },
  ),
  forbidden(
    'двери знает только тот, кто их перечисляет',
    { path: `^apps/server/src/${DOMAIN}[^/]+/`, pathNot: TEST },
    { path: DOOR },
  ),
  forbidden(
    'комнаты базы знаний не знают друг друга',
    { path: `${KNOWLEDGE}(${ROOM})/`, pathNot: TEST },
    { path: `${KNOWLEDGE}(?:${ROOM})/`, pathNot: `${KNOWLEDGE}$1/` },
  ),
  forbidden(
    'общее базы знаний лежит ниже её комнат',
    { path: `${KNOWLEDGE}[^/]+$`, pathNot: [TEST, DOOR] },
    { path: `${KNOWLEDGE}[^/]+/` },
  ),
  forbidden(
    'в комнату входят через её дверь',
    { path: '^apps/server/src/', pathNot: [KNOWLEDGE, TEST] },
    {
      path: `${KNOWLEDGE}(?:${ROOM})/`,
      pathNot: Object.entries(DOORS).map(([room, door]) => `${KNOWLEDGE}${room}/${door}[.]ts$`),
    },
  ),
]

/** Checks every import below `root` against the rules. Returns the number of files read and the violations. */
export const breaches = async (
  root: string,
  sources: string[],
): Promise<{ modules: number; problems: string[] }> => {
  const { output } = await cruise(sources, {
    baseDir: root,
    ruleSet: { forbidden: RULES },
    validate: true,
    doNotFollow: { path: 'node_modules' },
    // Type imports count too. Its other parser needs an older TypeScript than ours.
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  })
  const { modules, summary } = output as ICruiseResult
  const problems = summary.violations.map(({ from, to, rule, cycle }) => {
    const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ')
    return `${from} → ${way}: ${rule.name}`
  })
  return { modules: modules.length, problems }
}
