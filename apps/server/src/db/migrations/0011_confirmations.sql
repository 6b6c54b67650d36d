-- When somebody has last proved, in this very session, that it is still them: at sign-in, or asked before what weighs.
alter table sessions add column confirmed_at timestamptz;
