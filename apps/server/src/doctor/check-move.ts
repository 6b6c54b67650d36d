import type { Db } from '@podmoga/sql/sql'
import { isMoveLeft } from '../cells/capture.ts'
import type { Report } from '../finding.ts'

/** Reports an interrupted move of a business to another cell: the changes are still being recorded for it. */
export const checkMove = async (db: Db): Promise<Report> => ({
  findings: (await isMoveLeft(db))
    ? [
        {
          kind: 'move_left',
          detail: 'переезд бизнеса в другую клетку оборвался: повторите ту же команду npm run move-business',
        },
      ]
    : [],
  checked: {},
})
