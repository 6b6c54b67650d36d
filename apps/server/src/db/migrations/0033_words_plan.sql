-- Each message is written by one call: making the plan anew took as long as the writing itself
alter function add_message_words(bigint[]) set plan_cache_mode = force_generic_plan;
