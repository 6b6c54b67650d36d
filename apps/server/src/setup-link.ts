// npm run setup-link: prints a new address of the first setup; the one before it opens nothing any more.
import { makeSetupLink } from './business/business.module.ts'
import { runDatabaseCommand } from './database-command.ts'

await runDatabaseCommand(async (world) => {
  const link = await makeSetupLink(world)
  console.log(link ?? 'Владелец уже есть: первая настройка закрыта. Людей приглашают в /desk/admin/people.')
})
