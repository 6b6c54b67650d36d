// npm run setup-link: prints a new link for the first setup and invalidates the previous one.
import { makeSetupLink } from './business/business.module.ts'
import { runDatabaseCommand } from './database-command.ts'

await runDatabaseCommand(async (world) => {
  const link = await makeSetupLink(world)
  console.log(link ?? 'Владелец уже есть: первая настройка закрыта. Людей приглашают в /desk/admin/people.')
})
