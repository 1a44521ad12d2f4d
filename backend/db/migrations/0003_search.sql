CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "file_icons" (
	"file_id" text NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"offset" integer NOT NULL,
	"packed_size" integer NOT NULL,
	"size" integer NOT NULL,
	"is_deflated" boolean NOT NULL,
	"terms" "tsvector" NOT NULL,
	CONSTRAINT "file_icons_file_id_name_pk" PRIMARY KEY("file_id","name")
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author_uid" text NOT NULL,
	"file_id" text,
	"category" text NOT NULL,
	"operating_systems" text[] NOT NULL,
	"minimum_version_parts" integer[] NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"sort_key" text COLLATE "C" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"rank" integer NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"documents" integer NOT NULL,
	"titles" integer NOT NULL,
	"spellings" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_icons" ADD CONSTRAINT "file_icons_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_icons_by_terms" ON "file_icons" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "search_documents_by_terms" ON "search_documents" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "search_documents_by_title" ON "search_documents" USING btree ("title_key","rank","project_id","kind");--> statement-breakpoint
CREATE INDEX "search_documents_by_rank" ON "search_documents" USING btree ("rank","project_id");--> statement-breakpoint
CREATE INDEX "search_documents_by_kind" ON "search_documents" USING btree ("kind","rank","project_id");--> statement-breakpoint
CREATE INDEX "search_documents_by_category" ON "search_documents" USING btree ("kind","category","rank","project_id");--> statement-breakpoint
CREATE INDEX "search_documents_by_name" ON "search_documents" USING btree ("sort_key","project_id");--> statement-breakpoint
CREATE INDEX "search_documents_by_update" ON "search_documents" USING btree ("updated_at","project_id");--> statement-breakpoint
CREATE INDEX "search_documents_by_author" ON "search_documents" USING btree ("author_uid");--> statement-breakpoint
CREATE INDEX "search_documents_by_file" ON "search_documents" USING btree ("file_id","rank","project_id");--> statement-breakpoint
CREATE INDEX "search_words_by_spelling" ON "search_words" USING gin ("spellings");--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
-- Terms stay in the row as long as it fits a page: every match reads them.
ALTER TABLE "search_documents" SET (toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "search_documents" ALTER COLUMN "terms" SET STORAGE EXTERNAL;--> statement-breakpoint
-- The planner then knows how frequent the ten thousand most frequent terms are.
ALTER TABLE "search_documents" ALTER COLUMN "terms" SET STATISTICS 1000;
