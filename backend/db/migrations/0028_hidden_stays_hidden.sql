CREATE TABLE "hidden_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hidden_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hidden_deletions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"author_uid" text,
	"repository_id" bigint,
	"manifest_id" text,
	"owner_proof" text,
	"file_ids" text[] NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "claimed_repository_id" bigint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "hidden_answers" ADD CONSTRAINT "hidden_answers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_deletions" ADD CONSTRAINT "hidden_deletions_author_uid_authors_uid_fk" FOREIGN KEY ("author_uid") REFERENCES "public"."authors"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hidden_answers_by_project" ON "hidden_answers" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "hidden_deletions_by_author" ON "hidden_deletions" USING btree ("author_uid");--> statement-breakpoint
CREATE INDEX "projects_hidden" ON "projects" USING btree ("hidden_at") WHERE "projects"."hidden_at" IS NOT NULL;