CREATE TABLE "visit_counts" (
	"day" date NOT NULL,
	"hash" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_day_hash_pk" PRIMARY KEY("day","hash")
);
--> statement-breakpoint
DROP INDEX "search_documents_by_terms";--> statement-breakpoint
DROP INDEX "search_words_by_spelling";--> statement-breakpoint
DROP INDEX "search_words_by_likeness";--> statement-breakpoint
CREATE INDEX "files_by_owner" ON "files" USING btree ("owner_uid","state","size");--> statement-breakpoint
CREATE INDEX "search_documents_by_terms" ON "search_documents" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_by_spelling" ON "search_words" USING gin ("spellings") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin (("word" || '') gin_trgm_ops) WITH (fastupdate=false);